/** A deliberate fault, as a careless change would make it, and the tests that could catch it. */
export type Fault = {
  /** Its feature, and what goes wrong. */
  name: string
  file: string
  /** Occurs exactly once in `file`. */
  find: string
  replace: string
  tests: Tests
}

/** What is run against a fault, in this order, until something fails. */
export type Tests = {
  types?: true
  structure?: true
  unit?: string[]
  sqlite?: string[]
  postgres?: string[]
  browser?: string[]
  /** A part of the titles of the browser's tests; all of their files without it. */
  title?: string
  /** The tests on an engine serve the built pages, which the fault changes. */
  pages?: true
}
