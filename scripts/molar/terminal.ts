// The output of every command of `molar`: lines for people, --json for programs.

import type { ReadLineOptions } from 'node:readline'
import { createInterface } from 'node:readline/promises'

/** The exit codes of `molar`; scripts and monitoring rely on them, so their meaning never changes. */
export const exitCodes = { done: 0, failed: 1, usage: 2, found: 3 } as const

export const exitCodesHelp = `
Exit codes:
  0  done
  1  failed; what to mend is on the standard error
  2  not a command or an option of molar
  3  done, and something is wrong with what was looked at (verify, doctor)`

/** A failure that an operator can fix: one line without a stack trace, and a stable code for programs. */
export class CommandFailed extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

let answersJson = false

export function answerInJson(wanted: boolean): void {
  answersJson = wanted
}

/** Prints the result of a command, once, at its end: `lines` for people, `result` for programs. */
export function answer(result: object, lines: string[]): void {
  const text = answersJson ? JSON.stringify(result) : lines.join('\n')
  process.stdout.write(`${text}\n`)
}

/** Prints why a command failed to the standard error, with --json as `{ "code", "message" }`. */
export function answerFailure(code: string, message: string): void {
  const text = answersJson ? JSON.stringify({ code, message }) : message
  process.stderr.write(`${text}\n`)
}

/**
 * Is aborted with this message by the first signal that ends the process, for a command that then removes what it has
 * begun. A second signal ends the process at once.
 */
export function abortOnSignal(message: string): AbortSignal {
  const ending = new AbortController()
  const abort = () => ending.abort(new CommandFailed('ended', message))
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.once(signal, abort)
  return ending.signal
}

type Terminal = Pick<ReadLineOptions, 'input' | 'output' | 'terminal'>

/** The line that is typed to a question on the standard error; '' after Ctrl-C or Ctrl-D. */
export async function ask(
  question: string,
  terminal: Terminal = { input: process.stdin, output: process.stderr },
): Promise<string> {
  const lines = createInterface(terminal)
  try {
    return await lines.question(question)
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
    terminal.output?.write('\n')
    return ''
  } finally {
    lines.close()
  }
}

/** Progress of long work: one line that is overwritten on a terminal, a line for each tenth elsewhere. */
export function startProgress(label: string): {
  at(done: number, total: number): void
  end(): void
} {
  const isTerminal = process.stderr.isTTY === true
  let shown = -1
  return {
    at(done, total) {
      const percent = total === 0 ? 100 : Math.floor((done / total) * 100)
      const step = isTerminal ? percent : percent - (percent % 10)
      if (step === shown) return
      shown = step
      process.stderr.write(isTerminal ? `\r${label} ${step} %` : `${label} ${step} %\n`)
    },
    end() {
      if (isTerminal && shown >= 0) process.stderr.write('\n')
    },
  }
}
