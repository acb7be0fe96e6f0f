import { Command, CommanderError, InvalidArgumentError } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { explainStart } from '../../server/start-error.ts'
import { answerFailure, answerInJson, CommandFailed, exitCodes, exitCodesHelp } from './terminal.ts'

// `npx molar …` and `npm run molar -- …`: the operator's commands. This table is the whole command line; each
// command's code is in a file of its own, loaded on use.

const program = new Command('molar')
  .description(
    'Runs and looks after a Molar installation. Settings come from the environment, as for the portal (.env.example).',
  )
  .version(packageJson.version)
  .option('--json', 'answer in JSON')
  .option('--clinic <name>', 'of an installation with many clinics, the one that is meant')
  .hook('preAction', async (root, command) => {
    const { json, clinic } = root.opts<{ json?: true; clinic?: string }>()
    answerInJson(json === true)
    const isOfAll = command.name() === 'start' || command.parent?.name() === 'clinic'
    // A command that fills a clinic changes the register, too.
    const fills = command.name() === 'restore' || command.name() === 'import'
    if (fills && clinic !== undefined) return
    if (clinic !== undefined && command.name() === 'move' && !command.opts().undo) {
      const instead = '`molar --clinic NAME backup` and `restore` bring one elsewhere'
      throw new CommandFailed('of_all', `One clinic of many is not moved; ${instead}.`)
    }
    if (!isOfAll) await (await import('./clinic.ts')).enterClinic(clinic)
    else if (clinic !== undefined) throw new CommandFailed('of_all', 'This is not of one clinic.')
  })
  .showHelpAfterError('(molar --help lists the commands)')
  .addHelpText('after', exitCodesHelp)
  .exitOverride()

program
  .command('start')
  .description('start the portal, as `npm start` does')
  .action(async () => {
    await import('../start.ts')
  })

program
  .command('verify [backup]')
  .description(
    'check the data, or a backup, against every rule, money against its history; the portal may run',
  )
  .action(async (backup) => (await import('./verify.ts')).verify(backup))
program
  .command('backup')
  .description('write everything into one file while the portal runs, and read it back')
  .option('--to <folder>', 'where to, instead of BACKUP_TO')
  .option(
    '--keep <count>',
    'remove all but so many of the newest from there afterwards',
    atLeastOne,
  )
  .action(async (options) => (await import('./copies.ts')).backup(options))
program
  .command('restore <file>')
  .description(
    'read a backup into an empty DATA_DIR, and database where DATABASE_URL is set; with --clinic into an empty clinic, beside the others',
  )
  .option('--yes', 'also what another clinic of this installation has backed up')
  .action(restore)
program
  .command('export <folder>')
  .description('write everything as JSON Lines and files into a new folder (docs/backup.md)')
  .action(async (folder) => (await import('./copies.ts')).exportTo(folder))
program
  .command('import <folder>')
  .description('read what `molar export` wrote, as `restore` does')
  .option('--yes', 'also what another clinic of this installation has exported')
  .action(restore)
program
  .command('move')
  .description(
    'bring everything to an empty folder (SQLite) or PostgreSQL, while the portal goes on showing it and refuses changes',
  )
  .option('--to <place>', 'a folder, or postgres://…')
  .option('--owner <url>', 'the role that owns the tables there, as DATABASE_OWNER_URL')
  .option('--files <folder>', 'DATA_DIR beside that PostgreSQL; without it, the one of now')
  .option('--undo', 'serve what is here again, after a move that was ended or was not wanted')
  .action(async (options) => (await import('./move.ts')).move(options))
program
  .command('doctor')
  .description(
    'check settings, database, disk, clock, mail, public address, webhooks and backups; the portal may run',
  )
  .option('--mail <address>', 'also send a mail there')
  .action(async (options) => (await import('./doctor/doctor.ts')).doctor(options))

const admin = program.command('admin').description('list, add and change admins, without a mailbox')
const admins = () => import('./admin.ts')
admin
  .command('list')
  .description('list the admins; the portal may run')
  .action(async () => (await admins()).list())
admin
  .command('add <email>')
  .description('make an account for an admin; its password is shown once')
  .option('--name <name>', 'how the account is called', 'Admin')
  .action(async (email, options) => (await admins()).add(email, options))
admin
  .command('promote <email>')
  .description('make an account with a confirmed e-mail an admin')
  .action(async (email) => (await admins()).setRole(email, 'admin'))
admin
  .command('demote <email>')
  .description('make an admin a patient again; the last admin stays one')
  .action(async (email) => (await admins()).setRole(email, 'patient'))
admin
  .command('reset-password <email>')
  .description('give an admin another password, shown once; their sessions end')
  .option('--second-step', 'also take their app, passkeys and recovery codes')
  .action(async (email, options) => (await admins()).resetPassword(email, options))

const clinic = program
  .command('clinic')
  .description('list, add and remove clinics, where one portal serves many')
const clinics = () => import('./clinic.ts')
clinic
  .command('list')
  .description(
    'list the clinics and when each was backed up last, as the portal last saw; it may run',
  )
  .action(async () => (await clinics()).list())
clinic
  .command('add <name>')
  .description(
    'make a clinic with tables of its own, which the portal serves at once; the password of its admin is shown once',
  )
  .requiredOption('--host <host>', 'the host of its addresses, such as north.clinic.example')
  .option('--title <title>', 'what patients read as its name, instead of CLINIC_NAME')
  .option('--time-zone <zone>', 'instead of CLINIC_TIME_ZONE')
  .option('--admin <email>', 'of its first admin, instead of ADMIN_EMAIL')
  .option('--settings <file>', 'its own settings, as .env.example writes them')
  .option('--empty', 'without tables or an admin: `molar --clinic NAME restore` brings them')
  .action(async (name, options) => (await clinics()).add(name, options))
clinic
  .command('set <name>')
  .description(
    'change the host or settings of a clinic, which running portals take up at once; without an option its settings are sealed anew',
  )
  .option('--host <host>', 'another host; links that were mailed before go to the old one')
  .option('--title <title>', 'what patients read as its name, and CLINIC_NAME')
  .option('--time-zone <zone>', 'instead of CLINIC_TIME_ZONE')
  .option('--settings <file>', 'lines as in .env.example: those named change, NAME= takes one away')
  .action(async (name, options) => (await clinics()).set(name, options))
clinic
  .command('show <name>')
  .description('show a clinic and which settings it has of its own, by name; the portal may run')
  .action(async (name) => (await clinics()).show(name))
clinic
  .command('empty <name>')
  .description(
    'take a clinic out of service and remove its data, so that a backup can be restored into it; host, settings and backups stay',
  )
  .option('--yes', 'without the question')
  .action(async (name, options) => (await clinics()).empty(name, options))
clinic
  .command('remove <name>')
  .description('remove a clinic with all its data, for good; its backups stay')
  .option('--yes', 'without the question')
  .action(async (name, options) => (await clinics()).remove(name, options))

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = explainFailure(error)
}

/** Throws unless the value is a whole number of at least 1. */
function atLeastOne(given: string): number {
  const count = Number(given)
  if (Number.isInteger(count) && count >= 1) return count
  throw new InvalidArgumentError('a whole number from 1 on')
}

async function restore(copy: string, { yes = false }: { yes?: boolean }): Promise<void> {
  const { clinic } = program.opts<{ clinic?: string }>()
  await (await import('./copies.ts')).restore(copy, clinic, yes)
}

/** Returns the exit code. */
function explainFailure(error: unknown): number {
  // Its message has been written.
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
  if (error instanceof CommandFailed) answerFailure(error.code, error.message)
  else answerFailure('failed', explainStart(error))
  return exitCodes.failed
}
