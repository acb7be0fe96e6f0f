import * as fc from 'fast-check'
import { inject } from 'vitest'

/**
 * The usual run of a property tries the same inputs each time, so that what fails is a change and not
 * chance. `npm run test:long` tries other inputs at each run.
 */
fc.configureGlobal(inject('times') === 1 ? { seed: 20_261_122 } : {})
