/** One line of the report; one that is not `ok` says how to fix it. */
export type Finding = {
  about: string
  state: 'ok' | 'warning' | 'wrong'
  says: string
  mend?: string
}

export const ok = (about: string, says: string): Finding => ({ about, state: 'ok', says })
export const warning = (about: string, says: string, mend: string): Finding => ({
  ...{ about, state: 'warning', says, mend },
})
export const wrong = (about: string, says: string, mend: string): Finding => ({
  ...{ about, state: 'wrong', says, mend },
})
