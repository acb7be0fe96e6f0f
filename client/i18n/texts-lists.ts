import { defineTexts, plural } from '../../contract/language.ts'

/** Texts of lists, of dialogs about several appointments, and of the warning before leaving a form. */
export const listTexts = defineTexts({
  en: {
    shown: (count: number) =>
      `${count} ${plural('en', count, { one: 'entry is shown', other: 'entries are shown' })}`,
    isOld: 'This list may be out of date: we could not renew it.',
    emptyNow: 'This page is empty now.',
    touchesMany: (count: number) => `This touches many appointments; the first ${count} are:`,
    touches: (count: number) =>
      plural('en', count, {
        one: 'This touches one appointment:',
        other: `This touches ${count} appointments:`,
      }),
    andMore: (count: number) => `And ${count} more`,
    loseDoctor: (count: number) =>
      plural('en', count, {
        one: 'One request on the waitlist asks for this doctor alone and could not be met any more. It stays there with a mark: open it for any doctor, or write to the patient.',
        other: `${count} requests on the waitlist ask for this doctor alone and could not be met any more. They stay there with a mark: open them for any doctor, or write to the patients.`,
      }),
    saveAndSettle: 'Save, then settle them',
    settledNext:
      'On the next screen you choose for each: another doctor or chair at the same time, another time, the patient’s own choice, or a refund. No patient is written to before that.',
    leaveQuestion: 'Leave without saving?',
    leave: 'Leave without saving',
    stay: 'Keep writing',
    notSaved: 'What you changed here is not saved yet.',
  },
  es: {
    shown: (count) =>
      plural('es', count, {
        one: `Se muestra ${count} elemento`,
        other: `Se muestran ${count} elementos`,
      }),
    isOld: 'Esta lista puede no estar al día: no pudimos actualizarla.',
    emptyNow: 'Esta página ya está vacía.',
    touchesMany: (count) => `Esto afecta a muchas citas; las primeras ${count} son:`,
    touches: (count) =>
      plural('es', count, {
        one: 'Esto afecta a una cita:',
        other: `Esto afecta a ${count} citas:`,
      }),
    andMore: (count) => `Y ${count} más`,
    loseDoctor: (count) =>
      plural('es', count, {
        one: 'Una solicitud en espera pide solo a este doctor y ya no podría cumplirse. Queda allí con un aviso: ábrala a cualquier doctor o escriba al paciente.',
        other: `${count} solicitudes en espera piden solo a este doctor y ya no podrían cumplirse. Quedan allí con un aviso: ábralas a cualquier doctor o escriba a los pacientes.`,
      }),
    saveAndSettle: 'Guardar y luego resolverlas',
    settledNext:
      'En la pantalla siguiente elige para cada una: otro doctor o sillón a la misma hora, otro horario, que elija el paciente, o devolver el dinero. Antes de eso no se escribe a ningún paciente.',
    leaveQuestion: '¿Salir sin guardar?',
    leave: 'Salir sin guardar',
    stay: 'Seguir escribiendo',
    notSaved: 'Lo que cambió aquí todavía no está guardado.',
  },
})
