/** Why the portal cannot start, as one line that tells the operator what to mend. */
export class StartError extends Error {}

/** PostgreSQL's codes and the network's for "the address in DATABASE_URL does not do". */
const databaseTroubles: Record<string, string> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'there is no such host',
  ETIMEDOUT: 'it does not answer in time',
  '28P01': 'it refuses the password',
  '28000': 'it refuses the user',
  '3D000': 'there is no such database',
  '42501': 'the user lacks a right that the migrations need',
}

/** One line for what an operator can mend; the whole trace for what only a developer can. */
export function explainStart(error: unknown): string {
  if (error instanceof StartError) return `Molar cannot start: ${error.message}.`
  if (!(error instanceof Error)) return String(error)
  const trouble = 'code' in error ? databaseTroubles[String(error.code)] : undefined
  if (trouble) return `Molar cannot start: the database at DATABASE_URL does not do, ${trouble}.`
  return error.stack ?? error.message
}
