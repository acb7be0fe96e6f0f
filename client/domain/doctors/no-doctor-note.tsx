import { endpoints } from '../../../contract/endpoints.ts'
import { defineTexts } from '../../../contract/language.ts'
import { read, useRead } from '../../data/use-read.ts'
import { useTexts } from '../../i18n/language.tsx'
import { useOwnRole } from '../../identity/own-role.ts'
import { Note } from '../../ui/feedback/note.tsx'

const texts = defineTexts({
  en: {
    note: 'No doctor of the clinic has your e-mail address, so no appointments and patients are shown to you. Ask an admin to enter it under Manage Doctors.',
  },
  es: {
    note: 'Ningún doctor de la clínica tiene su correo, así que no se le muestran citas ni pacientes. Pida a un administrador que lo anote en Gestionar doctores.',
  },
})

/** A doctor's account reaches what is of the doctor with its e-mail: without one, nothing. */
export function useHasNoDoctor(): boolean {
  const known = useOwnRole()
  // The doctor may have been entered since the page was opened.
  const { data = known } = useRead(read(endpoints.readOwnRole, {}), {
    enabled: known.role === 'doctor',
  })
  return data.role === 'doctor' && data.doctor === null
}

/** Says so, and what to do. */
export function NoDoctorNote() {
  const { note } = useTexts(texts)
  return useHasNoDoctor() && <Note>{note}</Note>
}
