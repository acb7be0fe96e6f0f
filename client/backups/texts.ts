import type { BackupFailure, BackupState } from '../../contract/backups/endpoints.ts'
import { defineTexts, type Language, locales } from '../../contract/language.ts'
import { ageText } from '../domain/backups/warning-text.ts'
import { durationText } from '../i18n/duration-text.ts'

export const backupTexts = defineTexts({
  en: {
    title: 'Backups',
    what: 'The backups',
    loading: 'Loading the backups…',
    make: 'Back up now',
    running: 'A backup is being made',
    runningSince: 'You can keep working. This page shows when it is complete.',
    age: (age: string) => `The last good backup is ${age} old`,
    fine: 'It was read back and is whole.',
    old: 'It should be less than 36 hours old. If the server is lost, so is what was booked and paid since.',
    none: 'There is no backup yet',
    noneNeeded: 'If the server is lost, so are all appointments, patients and payments.',
    noneCalm: 'Try it: the button makes one while the portal keeps running.',
    failed: (count: number) =>
      count === 1 ? 'The last try failed.' : `${count} tries have failed since.`,
    why: {
      full: 'The disk that it goes to is full. Free some room there, or let BACKUP_TO name another.',
      folder:
        'The folder takes no files. Check that it is there, and that the portal may write to it.',
      store:
        'The store was not reached, or refused. Compare BACKUP_TO and BACKUP_S3_… with what its provider says.',
      busy: 'A command was writing another one at the same time.',
      interrupted: 'The portal was stopped before it was done.',
      damaged: 'What was read back is not what was written, so it does not count. Check that disk.',
      file_name:
        'A file name on the server is not UTF-8, and no backup can hold it. Rename it, or move it out of the folder of the data:',
      other: 'The log of the portal says why.',
    } satisfies Record<BackupFailure, string>,
    facts: {
      last: 'Last good one',
      size: 'Size',
      took: 'Took',
      next: 'Next one',
      place: 'Goes to',
      encrypted: 'Encrypted',
      kept: 'Stay there',
    },
    byHand: 'By hand, or by a timer of the server',
    soon: 'Within a minute',
    keptDays: (count: number) =>
      count === 1 ? 'The newest of one day' : `The newest of each of ${count} days`,
    leftOut: 'These tables were added to the database and are in no backup:',
    yes: 'Yes',
    no: 'No',
    never: 'None yet',
    safer: 'What would make them safer',
    saferLead: 'The person who looks after the server sets these, and starts the portal again:',
    hints: {
      schedule: [
        'BACKUP_AT=03:15',
        'One each day at this time in the clinic’s time zone, automatically.',
      ],
      place: [
        'BACKUP_TO=',
        'Another disk or a store: now they lie on the server beside the data, and both are lost together.',
      ],
      key: ['BACKUP_KEY=', 'Encrypted: a copy that gets into the wrong hands cannot be read.'],
    } as Record<Hint, readonly [setting: string, what: string]>,
    stored: 'What is stored',
    storedWhat: 'The stored backups',
    headings: { made: 'Begun', file: 'File', encrypted: 'Encrypted' },
    newest: (shown: number, total: number) => `The newest ${shown} of ${total}`,
    nothing: 'Nothing is stored there yet.',
    restore:
      'How to bring one back is in docs/backup.md. Try it on another machine twice a year: a backup that was never restored is a hope.',
  },
  es: {
    title: 'Copias de seguridad',
    what: 'las copias de seguridad',
    loading: 'Cargando las copias de seguridad…',
    make: 'Hacer una copia ahora',
    running: 'Se está haciendo una copia de seguridad',
    runningSince: 'Puede seguir trabajando. Esta página avisa cuando esté completa.',
    age: (age) => `La última copia correcta tiene ${age}`,
    fine: 'Se volvió a leer y está completa.',
    old: 'Debería tener menos de 36 horas. Si el servidor se pierde, se pierde también lo reservado y pagado desde entonces.',
    none: 'Todavía no hay ninguna copia de seguridad',
    noneNeeded: 'Si el servidor se pierde, se pierden todas las citas, los pacientes y los pagos.',
    noneCalm: 'Pruébelo: el botón hace una, y el portal sigue funcionando mientras tanto.',
    failed: (count) =>
      count === 1 ? 'El último intento falló.' : `Desde entonces fallaron ${count} intentos.`,
    why: {
      full: 'El disco de destino está lleno. Libere espacio, o indique otro en BACKUP_TO.',
      folder:
        'La carpeta no admite archivos. Compruebe que existe y que el portal puede escribir en ella.',
      store:
        'No se pudo llegar al almacén, o lo rechazó. Compare BACKUP_TO y BACKUP_S3_… con lo que dice su proveedor.',
      busy: 'Un comando estaba escribiendo otra al mismo tiempo.',
      interrupted: 'El portal se detuvo antes de terminar.',
      damaged:
        'Lo que se volvió a leer no es lo que se escribió, así que no cuenta. Revise ese disco.',
      file_name:
        'Un nombre de archivo del servidor no está en UTF-8 y no cabe en ninguna copia. Cámbielo, o saque el archivo de la carpeta de los datos:',
      other: 'El registro del portal dice por qué.',
    },
    facts: {
      last: 'Última correcta',
      size: 'Tamaño',
      took: 'Tardó',
      next: 'Próxima',
      place: 'Destino',
      encrypted: 'Cifrada',
      kept: 'Se conservan',
    },
    byHand: 'A mano, o por una tarea del servidor',
    soon: 'En menos de un minuto',
    keptDays: (count) =>
      count === 1 ? 'La más reciente de un día' : `La más reciente de cada uno de ${count} días`,
    leftOut: 'Estas tablas se añadieron a la base de datos y no están en ninguna copia:',
    yes: 'Sí',
    no: 'No',
    never: 'Ninguna todavía',
    safer: 'Qué las haría más seguras',
    saferLead: 'Quien cuida del servidor pone estos ajustes y vuelve a iniciar el portal:',
    hints: {
      schedule: [
        'BACKUP_AT=03:15',
        'Una cada día a esta hora de la clínica, sin que nadie tenga que acordarse.',
      ],
      place: [
        'BACKUP_TO=',
        'Otro disco o un almacén: ahora están en el servidor junto a los datos, y se pierden a la vez.',
      ],
      key: ['BACKUP_KEY=', 'Cifradas: nadie lee una copia que cae en malas manos.'],
    },
    stored: 'Lo que está guardado',
    storedWhat: 'las copias guardadas',
    headings: { made: 'Comenzada', file: 'Archivo', encrypted: 'Cifrada' },
    newest: (shown, total) => `Las ${shown} más recientes de ${total}`,
    nothing: 'Todavía no hay nada guardado ahí.',
    restore:
      'Cómo recuperar una está en docs/backup.md. Pruébelo en otro equipo dos veces al año: una copia que nunca se recuperó es una esperanza.',
  },
})

/** What may be set and is not. */
type Hint = 'schedule' | 'place' | 'key'

type Summary = { tone: 'good' | 'calm' | 'warn'; title: string; lead: string }

/** What the page says first. */
export function summaryOf(language: Language, state: BackupState): Summary {
  const t = backupTexts[language]
  const { verdict, lastGood, runningSince } = state
  if (runningSince !== null) return { tone: 'calm', title: t.running, lead: t.runningSince }
  if (lastGood) {
    const title = t.age(ageText(language, state))
    return verdict === 'old'
      ? { tone: 'warn', title, lead: t.old }
      : { tone: 'good', title, lead: t.fine }
  }
  return verdict === 'none'
    ? { tone: 'warn', title: t.none, lead: t.noneNeeded }
    : { tone: 'calm', title: t.none, lead: t.noneCalm }
}

/** How many have failed since the last good one, and why the last did. */
export function failureText(language: Language, { lastFailure }: BackupState): string | undefined {
  const t = backupTexts[language]
  if (!lastFailure) return undefined
  const { count, why, path } = lastFailure
  return [t.failed(count), t.why[why], path].filter((part) => part !== null).join(' ')
}

/** What would make the backups safer. */
export function hintsOf({ next, isBesideData, isEncrypted }: BackupState): Hint[] {
  return [
    ...(next === null ? (['schedule'] as const) : []),
    ...(isBesideData ? (['place'] as const) : []),
    ...(isEncrypted ? [] : (['key'] as const)),
  ]
}

/** As people say how large a file is. */
export function sizeText(language: Language, bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return new Intl.NumberFormat(locales[language], {
    ...{ style: 'unit', unit: units[step] ?? 'byte', unitDisplay: 'short' },
    maximumSignificantDigits: 3,
  }).format(bytes / 1000 ** step)
}

/** How long it took. */
export function secondsText(language: Language, seconds: number): string {
  if (seconds >= 120) return durationText(language, Math.round(seconds / 60))
  const format = { style: 'unit', unit: 'second', unitDisplay: 'long' } as const
  return new Intl.NumberFormat(locales[language], format).format(Math.max(1, Math.round(seconds)))
}
