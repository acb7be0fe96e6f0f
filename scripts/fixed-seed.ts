import * as fc from 'fast-check'
import { inject } from 'vitest'

/**
 * A normal run of a property uses the same inputs each time, so that a failure comes from a change, not from
 * chance. `npm run test:long` uses other inputs at each run.
 */
fc.configureGlobal(inject('times') === 1 ? { seed: 20_261_122 } : {})
