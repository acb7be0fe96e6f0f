import { Command, CommanderError } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { explainStart } from '../../server/start-error.ts'
import { adminCommands } from './admin.ts'
import { answerFailure, answerInJson, CommandFailed, exitCodes, exitCodesHelp } from './terminal.ts'

// `npx molar …` and `npm run molar -- …`: what an operator does to an installation. This table is the whole
// command line; the work of a command stands in a file of its own, loaded when it is asked for.

const program = new Command('molar')
  .description(
    'Runs and looks after a Molar installation. Settings come from the environment, as for the portal (.env.example).',
  )
  .version(packageJson.version)
  .option('--json', 'answer in JSON')
  .hook('preAction', (root) => answerInJson(root.opts().json === true))
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
  .command('verify')
  .description('check the data against every rule, money against its history; the portal may run')
  .action(async () => {
    const { verify } = await import('./verify.ts')
    await verify()
  })
program
  .command('backup')
  .description('write everything into one file while the portal runs, and read it back')
  .option('--to <folder>', 'where to, instead of BACKUP_TO')
  .action(async ({ to }) => (await import('./copies.ts')).backup(to))
program
  .command('restore <file>')
  .description('read a backup into an empty DATA_DIR, and database where DATABASE_URL is set')
  .action(async (file) => (await import('./copies.ts')).restore(file))
program
  .command('export <folder>')
  .description('write everything as JSON Lines and files into a new folder (docs/backup.md)')
  .action(async (folder) => (await import('./copies.ts')).exportTo(folder))
program
  .command('import <folder>')
  .description('read what `molar export` wrote, as `restore` does')
  .action(async (folder) => (await import('./copies.ts')).importFrom(folder))

adminCommands(
  program.command('admin').description('list, add and change admins, without a mailbox'),
)

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = explainFailure(error)
}

/** Answers what to exit with. */
function explainFailure(error: unknown): number {
  // Its message has been written.
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
  if (error instanceof CommandFailed) answerFailure(error.code, error.message)
  else answerFailure('failed', explainStart(error))
  return exitCodes.failed
}
