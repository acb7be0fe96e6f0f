import { appointments } from './appointments.ts'
import { clinics } from './clinics.ts'
import type { Fault } from './fault.ts'
import { identity } from './identity.ts'
import { notifications } from './notifications.ts'
import { payments } from './payments.ts'
import { platform } from './platform.ts'
import { screens } from './screens.ts'
import { staff } from './staff.ts'
import { waitlist } from './waitlist.ts'

/** All faults by feature; those that need a browser come last. */
export const faults: Fault[] = [
  ...appointments,
  ...payments,
  ...waitlist,
  ...notifications,
  ...identity,
  ...staff,
  ...platform,
  ...clinics,
  ...screens,
]
