import { expect, test } from 'vitest'
import { paths, staffPages } from '../contract/page-paths.ts'
import { capabilitiesOf, type Role } from '../contract/roles.ts'
import { allPaths, routesAt } from './routes.tsx'

/** The strictest of the routes that an address leads through, each of which has its guard. */
function accessOf(path: string) {
  const guards = routesAt(path).map(({ access }) =>
    typeof access === 'object' ? access.needs : access,
  )
  const strictest = guards.find((one) => one !== 'anyone' && one !== 'signedIn')
  return strictest ?? (guards.includes('signedIn') ? 'signedIn' : 'anyone')
}

const inDashboard = allPaths().filter((path) => path.startsWith(paths.dashboard))

test('every dashboard page requires a staff role unless it is listed as a patient page', () => {
  const patients = [
    paths.dashboard,
    paths.dashboardReviews,
    paths.dashboardHistory,
    paths.waitlist,
    paths.family,
    paths.reminders,
    paths.ownCalendar,
    paths.account,
    paths.accountData,
    paths.deleteAccount,
    paths.confirmNewEmail,
    paths.paymentPage,
    paths.receiptPage,
    paths.cancelAppointmentPage,
    paths.rescheduleAppointmentPage,
  ]
  const notStaff = inDashboard.filter((path) => accessOf(path) === 'signedIn')
  expect(notStaff.sort()).toEqual(patients.sort())
})

test('the dashboard and the appointment page require signing in', () => {
  const open = [...inDashboard, paths.appointment].filter((path) => accessOf(path) === 'anyone')
  expect(inDashboard).toContain(paths.staffAppointmentPage)
  expect(open).toEqual([])
})

test('each staff page is accessible only to the roles that do its work', () => {
  const seen = (role: Role) =>
    Object.entries(staffPages)
      .filter(([, path]) => capabilitiesOf(role).some((one) => one === accessOf(path)))
      .map(([name]) => name)
  const ofDoctors = [
    'patients',
    'patientPage',
    'doctorWeekPage',
    'schedule',
    'staffAppointmentPage',
  ]
  expect(seen('patient')).toEqual([])
  expect(seen('doctor')).toEqual(ofDoctors)
  expect(seen('desk')).toEqual([...ofDoctors, 'staffWaitlist', 'messages'])
  expect(seen('admin')).toEqual(Object.keys(staffPages))
})
