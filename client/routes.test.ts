import { expect, test } from 'vitest'
import { paths } from '../contract/page-paths.ts'
import { allPaths, routesAt } from './routes.tsx'

/** The strictest of the routes that an address leads through, each of which has its guard. */
function accessOf(path: string) {
  const guards = routesAt(path).map(({ access }) => access)
  return (['admin', 'signedIn', 'anyone'] as const).find((one) => guards.includes(one))
}

const inDashboard = allPaths().filter((path) => path.startsWith(paths.dashboard))

test('a page of the dashboard is the staff’s unless it is listed here', () => {
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
  const notStaff = inDashboard.filter((path) => accessOf(path) !== 'admin')
  expect(notStaff.sort()).toEqual(patients.sort())
})

test('nobody sees the dashboard or the appointment page without a sign-in', () => {
  const open = [...inDashboard, paths.appointment].filter((path) => accessOf(path) === 'anyone')
  expect(inDashboard).toContain(paths.staffAppointmentPage)
  expect(open).toEqual([])
})
