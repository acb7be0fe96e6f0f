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

/** The tests run against a fault, in this order, until one fails. */
export type Tests = {
  types?: true
  structure?: true
  unit?: string[]
  sqlite?: string[]
  postgres?: string[]
  browser?: string[]
  /** A part of the titles of the browser tests; without it all tests of their files. */
  title?: string
  /** The tests on an engine serve the built pages, which the fault changes. */
  pages?: true
}
