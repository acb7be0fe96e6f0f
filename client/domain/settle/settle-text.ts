import type { SettledAppointment, SettleWay } from '../../../contract/clinic/endpoints.ts'
import { defineTexts, type Language, plural } from '../../../contract/language.ts'
import { refusalText } from '../../../contract/refusal-texts.ts'
import { showDollars } from '../../../contract/show.ts'

/** Texts for settling appointments on closed days: the choice before, the results afterwards. */
export const settleTexts = defineTexts({
  en: {
    legend: 'What happens to these appointments?',
    ways: {
      ask: 'Ask the patients to choose another time',
      cancel: 'Cancel them all and give everything back',
      leave: 'Leave them for now',
    },
    hints: {
      ask: 'One e-mail each, with a link that reschedules or cancels without signing in. Who was asked already gets no second one. What they paid stays with the new time.',
      cancel: 'Each patient gets an e-mail. What was paid by card goes back to the card.',
      leave: 'They stay on the schedule. You can come back to this on the closed day.',
    },
    go: {
      ask: (count: string) => `Ask about ${count} appointments`,
      cancel: (count: string) => `Cancel ${count} appointments`,
    },
    goOne: { ask: 'Ask the patient', cancel: 'Cancel the appointment' },
    title: { ask: 'Asking patients', cancel: 'Cancelling appointments' },
    of: (done: number, all: number) => `${done} of ${all} done`,
    stop: 'Stop here',
    safe: 'What is done stays done. The rest can be done at any time.',
    none: 'There is nothing left to do: no appointment stands on a closed day.',
    asked: (count: number) =>
      plural('en', count, {
        one: 'Asked about 1 appointment',
        other: `Asked about ${count} appointments`,
      }),
    cancelled: (count: number) =>
      plural('en', count, { one: '1 appointment cancelled', other: `${count} cancelled` }),
    toCall: (count: number) => `${count} to call about`,
    failed: (count: number) => `${count} not done`,
    results: 'What was done',
    tryAgain: 'Do the rest',
    done: 'Done',
    wasAsked: 'Asked by e-mail',
    wasCancelled: 'Cancelled',
    refunded: (money: string) => `Cancelled, ${money} refunded to the card`,
    atDesk: (money: string) => `Cancelled, ${money} to give back at the desk`,
    call: 'No e-mail: call',
    noPhone: 'No e-mail and no phone number',
    notDone: 'Not done.',
    refundUnavailable:
      'Not cancelled: it was paid by card, and card payments are switched off, so the money cannot go back.',
  },
  es: {
    legend: '¿Qué pasa con estas citas?',
    ways: {
      ask: 'Pedir a los pacientes que elijan otro horario',
      cancel: 'Cancelarlas todas y devolver todo',
      leave: 'Dejarlas por ahora',
    },
    hints: {
      ask: 'Un correo a cada uno, con un enlace que reprograma o cancela sin iniciar sesión. Quien ya lo recibió no recibe otro. Lo que pagaron se conserva para la nueva cita.',
      cancel:
        'Cada paciente recibe un correo. Lo que se pagó con tarjeta se devuelve a la tarjeta.',
      leave: 'Siguen en la agenda. Puede volver a esto en el día cerrado.',
    },
    go: {
      ask: (count) => `Preguntar por ${count} citas`,
      cancel: (count) => `Cancelar ${count} citas`,
    },
    goOne: { ask: 'Preguntar al paciente', cancel: 'Cancelar la cita' },
    title: { ask: 'Preguntando a los pacientes', cancel: 'Cancelando citas' },
    of: (done, all) => `${done} de ${all}`,
    stop: 'Parar aquí',
    safe: 'Lo hecho, hecho está. El resto se puede hacer cuando quiera.',
    none: 'No queda nada por hacer: no hay citas en días cerrados.',
    asked: (count) =>
      plural('es', count, {
        one: 'Se preguntó por 1 cita',
        other: `Se preguntó por ${count} citas`,
      }),
    cancelled: (count) =>
      plural('es', count, { one: '1 cita cancelada', other: `${count} canceladas` }),
    toCall: (count) => `${count} por avisar por teléfono`,
    failed: (count) => `${count} sin hacer`,
    results: 'Lo que se hizo',
    tryAgain: 'Hacer el resto',
    done: 'Listo',
    wasAsked: 'Se le preguntó por correo',
    wasCancelled: 'Cancelada',
    refunded: (money) => `Cancelada, ${money} devueltos a la tarjeta`,
    atDesk: (money) => `Cancelada, ${money} por devolver en recepción`,
    call: 'Sin correo: llame al',
    noPhone: 'Sin correo y sin teléfono',
    notDone: 'No se hizo.',
    refundUnavailable:
      'No se canceló: se pagó con tarjeta, y los pagos con tarjeta están desactivados, así que no se puede devolver.',
  },
})

/** What became of one appointment, in a few words; who has to be called stands beside it. */
export function settledText(language: Language, way: SettleWay, one: SettledAppointment): string {
  const t = settleTexts[language]
  const { failed, mailed, refund, atDesk } = one
  if (failed === 'refund_unavailable') return t.refundUnavailable
  if (failed !== null) {
    const why = refusalText(language, 'staff', { code: failed, status: 409 })
    return `${t.notDone} ${why ?? ''}`.trimEnd()
  }
  if (way === 'ask') return mailed ? t.wasAsked : ''
  if (refund > 0) return t.refunded(showDollars(language, refund))
  return atDesk > 0 ? t.atDesk(showDollars(language, atDesk)) : t.wasCancelled
}

/** The same of all, in one line: `Asked about 8 appointments, 2 to call about`. */
export function summaryText(
  language: Language,
  way: SettleWay,
  settled: readonly SettledAppointment[],
): string {
  const t = settleTexts[language]
  if (settled.length === 0) return t.none
  const failed = settled.filter((one) => one.failed !== null).length
  const toCall = settled.filter(isToCall).length
  const done = settled.length - failed - (way === 'ask' ? toCall : 0)
  const said = way === 'ask' ? t.asked(done) : t.cancelled(done)
  const rest = [
    ...(toCall > 0 ? [t.toCall(toCall)] : []),
    ...(failed > 0 ? [t.failed(failed)] : []),
  ]
  return [...(done > 0 || rest.length === 0 ? [said] : []), ...rest].join(', ')
}

/** No mail reaches its patient. */
export function isToCall({ failed, mailed }: SettledAppointment): boolean {
  return failed === null && !mailed
}

/** Those that still need staff come first, each as it was settled last. */
export function inOrder(settled: readonly SettledAppointment[]): SettledAppointment[] {
  const rank = (one: SettledAppointment) => (one.failed !== null ? 0 : isToCall(one) ? 1 : 2)
  return [...new Map(settled.map((one) => [one._id, one])).values()].toSorted(
    (one, other) => rank(one) - rank(other),
  )
}
