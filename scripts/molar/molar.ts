import { Command, CommanderError } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { explainStart } from '../../server/start-error.ts'
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
