import type { Fault } from './fault.ts'

export const screens: Fault[] = [
  {
    name: 'prices: a whole-dollar amount is shown with cents',
    file: 'contract/show.ts',
    find: "      trailingZeroDisplay: 'stripIfInteger',\n",
    replace: '',
    tests: { unit: ['contract/show.test.ts', 'client/i18n/price-text.test.ts'] },
  },
  {
    name: 'calendar days: the last day of the booking window cannot be selected',
    file: 'client/domain/clinic-time.ts',
    find: 'day > calendar.lastDay',
    replace: 'day >= calendar.lastDay',
    tests: { unit: ['client/domain/pickable-days.test.ts'] },
  },
  {
    name: 'calendar days: an appointment’s start in the hours after a clock change is wrong',
    file: 'client/domain/clinic-time.ts',
    find: 'return wall - offsetAt(guess, timeZone)',
    replace: 'return guess',
    tests: { unit: ['client/domain/clinic-begin.test.ts'] },
  },
  {
    name: 'schedule: slots are generated during a break',
    file: 'client/treatments/slot-rule.ts',
    find: 'if (!pause) slots.push(slot)',
    replace: 'slots.push(slot)',
    tests: { unit: ['client/treatments/slot-rule.test.ts'] },
  },
  {
    name: 'schedule: overlapping appointments are drawn on top of each other',
    file: 'client/schedule/slots.ts',
    find: 'end <= thing.startMinute',
    replace: 'end <= thing.endMinute',
    tests: { unit: ['client/schedule/slots.test.ts'] },
  },
  {
    name: 'calls: a path parameter is not URL-encoded',
    file: 'client/data/api.ts',
    find: '() => encodeURIComponent(String(value))',
    replace: '() => String(value)',
    tests: { unit: ['client/data/api.test.ts'] },
  },
  {
    name: 'dialogs: focus is lost when a dialog closes and its button is gone',
    file: 'client/forms/use-focus-once-closed.ts',
    find: '    if (held >= settledAfter) place.current?.focus()\n    else if (',
    replace: '    if (',
    tests: {
      browser: ['e2e/family.e2e.ts'],
      title: 'dependents are added, edited and removed in My Family by keyboard',
    },
  },
  {
    name: 'forms: the first invalid field does not get the focus',
    file: 'client/forms/use-form.ts',
    find: '    focusFirst(problems)\n    return checked.ok',
    replace: '    return checked.ok',
    tests: {
      browser: ['e2e/doctors.e2e.ts'],
      title: 'each field reports its own problem, the first one is focused',
    },
  },
  {
    name: 'reschedule: the calendar shows the free days of all doctors instead of the chosen one',
    file: 'client/domain/time-choice.tsx',
    find: 'useFreeDays(day, times.treatmentId, times.doctor)',
    replace: 'useFreeDays(day, times.treatmentId)',
    tests: {
      browser: ['e2e/doctor-days.e2e.ts'],
      title:
        'the reschedule calendar shows the full days of the chosen doctor and leads to the next free day',
    },
  },
  {
    name: 'reschedule: a full day leads to the next free day of any doctor instead of the chosen one',
    file: 'client/domain/time-choice.tsx',
    find: 'useNextFree(day, [treatmentId], doctor)',
    replace: 'useNextFree(day, [treatmentId])',
    tests: {
      browser: ['e2e/doctor-days.e2e.ts'],
      title:
        'the reschedule calendar shows the full days of the chosen doctor and leads to the next free day',
    },
  },
  {
    name: 'booking: two clicks before the page responds book twice',
    file: 'client/data/use-action.ts',
    find: '    if (inFlight.current) return undefined\n',
    replace: '',
    tests: {
      browser: ['e2e/refused-booking.e2e.ts'],
      title: 'two presses in one moment book once, a toast at the top right reports it',
    },
  },
  {
    name: 'payments: two clicks before the page responds pay twice',
    file: 'client/payments/use-pay.ts',
    find: 'if (isBusy.current || clientSecret === undefined) return',
    replace: 'if (clientSecret === undefined) return',
    tests: {
      browser: ['e2e/payments-interrupted.e2e.ts'],
      title: 'pressing Pay twice, and Enter during the payment, charges once',
    },
  },
  {
    name: 'booking: a treatment card shows the price in the wrong unit',
    file: 'client/appointments/treatment-card.tsx',
    find: '{priceText(language, price)}',
    replace: '{priceText(language, price / 100)}',
    tests: {
      browser: ['e2e/first-appointment.e2e.ts'],
      title: 'a new patient signs up, books an appointment and finds it in My Appointments',
    },
  },
  {
    name: 'booking: the calendar’s weeks start on Monday',
    file: 'client/ui/calendar.tsx',
    find: 'firstDayOfWeek="sun"',
    replace: 'firstDayOfWeek="mon"',
    tests: {
      browser: ['e2e/calendar.e2e.ts'],
      title:
        'weeks start on Sunday, and past days, Sundays and days beyond the booking window are disabled',
    },
  },
  {
    name: 'booking: the loss of a chosen time is not announced',
    file: 'client/domain/time-choice.tsx',
    find: 'const news = slotNews(language, props)',
    replace: "const news = ''",
    tests: {
      browser: ['e2e/live-availability.e2e.ts'],
      title:
        'a chosen slot that is taken is announced, selected again once it is free, and typed text remains',
    },
  },
  {
    name: 'live: bookings by others do not update the page',
    file: 'client/data/live-stream.ts',
    find: '      onChange(String(event.data))\n',
    replace: '',
    tests: {
      browser: ['e2e/live-availability.e2e.ts'],
      title: 'a booking in one browser updates another on the same day without moving its focus',
    },
  },
  {
    name: 'offline: failed reads are not repeated when the network is back',
    file: 'client/data/use-read.ts',
    find: "({ state }) => (state.error === null ? false : 'always')",
    replace: '() => false',
    tests: {
      browser: ['e2e/offline.e2e.ts'],
      title: 'My Appointments opened offline shows an error and recovers',
    },
  },
  {
    name: 'sessions: a session that was ended elsewhere does not redirect to the home page',
    file: 'client/identity/guard.tsx',
    find: 'const home = session.ended && pathname === paths.dashboard && paths.homeAlias',
    replace: 'const home = session.ended && pathname === paths.homeAlias && paths.homeAlias',
    tests: { browser: ['e2e/session.e2e.ts'], title: 'a session that was ended elsewhere' },
  },
  {
    name: 'menus: a patient can stay on a staff page',
    file: 'client/identity/guard.tsx',
    find: "if (status === 'no') void signOut(paths.login)",
    replace: "if (status === 'failed') void signOut(paths.login)",
    tests: {
      browser: ['e2e/admin-access.e2e.ts'],
      title: 'a patient who opens a staff page is signed out and redirected to the login page',
    },
  },
  {
    name: 'menus: a patient sees the staff entries',
    file: 'client/dashboard/dashboard-layout.tsx',
    find: "          {entriesOf('own').map(({ path, title, icon }) => (",
    replace:
      "          {[...entriesOf('own'), ...entriesOf('patients')].map(({ path, title, icon }) => (",
    tests: { browser: ['e2e/admin-access.e2e.ts'], title: 'a patient’s menu has no staff pages' },
  },
  {
    name: 'pages: the skip link has no target',
    file: 'client/root.tsx',
    find: 'href="#main"',
    replace: 'href="#content"',
    tests: {
      browser: ['e2e/keyboard.e2e.ts', 'e2e/accessible.e2e.ts'],
      title: 'from the home page to a booked|public screens: .*/about',
    },
  },
  {
    name: 'pages: the title of the previous page remains',
    file: 'client/app/page-arrival.tsx',
    find: '    document.title = title\n',
    replace: '',
    tests: {
      browser: ['e2e/languages.e2e.ts'],
      title: 'switching the language translates the whole page, preserves typed text, and persists',
    },
  },
  {
    name: 'pages: muted text has too little contrast',
    file: 'client/ui/tokens.css',
    find: '    --ink-muted: oklch(0.462 0.032 172);',
    replace: '    --ink-muted: oklch(0.74 0.032 172);',
    tests: { browser: ['e2e/accessible.e2e.ts'], title: 'public screens: .*/signup' },
  },
  {
    name: 'pages: a page scrolls horizontally at 320 pixels',
    file: 'client/ui/base.css',
    find: '  body {\n    min-height: 100dvh;',
    replace: '  body {\n    min-width: 400px;\n    min-height: 100dvh;',
    tests: { browser: ['e2e/accessible.e2e.ts'], title: 'public screens: .*/signup' },
  },
  {
    name: 'forms: unsaved changes are left without a confirmation',
    file: 'client/forms/unsaved-guard.tsx',
    find: '    if (!when && !pending) return\n',
    replace: '    if (when) return\n',
    tests: {
      browser: ['e2e/policy.e2e.ts'],
      title: 'unsaved changes are left only after a question, by every way of the page',
    },
  },
]
