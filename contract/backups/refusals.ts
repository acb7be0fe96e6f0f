import { defineTexts } from '../language.ts'

/** Why no backup was started, or none can be listed: stable codes with the sentence shown. */
export const backupRefusals = {
  backup_running: 'A backup is being made already.',
  backups_unreadable:
    'The place where the backups are cannot be read just now. `molar doctor` on the server says why.',
} as const

export const backupRefusalTexts = defineTexts<Record<keyof typeof backupRefusals, string>>({
  en: backupRefusals,
  es: {
    backup_running: 'Ya se está haciendo una copia de seguridad.',
    backups_unreadable:
      'El lugar donde están las copias de seguridad no se puede leer en este momento. `molar doctor`, en el servidor, dice por qué.',
  },
})
