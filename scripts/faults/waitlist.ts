import type { Fault } from './fault.ts'

export const waitlist: Fault[] = [
  {
    name: 'waitlist: a change that leaves requests without their doctor is saved without a confirmation',
    file: 'server/doctors/change-pairs.ts',
    find: 'if (affected.length + waiting > 0 && !confirmed)',
    replace: 'if (affected.length > 0 && !confirmed)',
    tests: { sqlite: ['server/waitlist/wished-doctor/doctor-away.test.ts'] },
  },
  {
    name: 'waitlist: a doctor who is on time off for all days of a request counts as able to take it',
    file: 'server/waitlist/wished-doctor/doctor-away.ts',
    find: "? 'hours' : null",
    replace: '? null : null',
    tests: { sqlite: ['server/waitlist/wished-doctor/doctor-away.test.ts'] },
  },
  {
    name: 'waitlist: a freed slot is not offered',
    file: 'server/waitlist/follow-change.ts',
    find: 'unwanted ? [unwanted, before] : [before]',
    replace: 'unwanted ? [unwanted] : []',
    tests: { sqlite: ['server/waitlist/earlier-slot.test.ts'] },
  },
  {
    name: 'waitlist: a request can be changed to one that no slot can satisfy',
    file: 'server/waitlist/request-earlier.ts',
    find: '  if (impossible) return { ok: false, reason: impossible }\n  return wakeWith(',
    replace: '  return wakeWith(',
    tests: { sqlite: ['server/waitlist/earlier-slot.test.ts'] },
  },
  {
    name: 'waitlist: a held slot can be booked by another patient',
    file: 'server/db/migrations/0029-working-doctors.ts',
    find: 'new."slot" and "state" = \'open\'',
    replace: 'new."slot" and "state" = \'accepted\'',
    tests: {
      sqlite: ['server/waitlist/earlier-slot.test.ts', 'server/waitlist/offer-race.test.ts'],
    },
  },
  {
    name: 'waitlist: a held slot is shown as free',
    file: 'server/appointments/slot-rules.ts',
    find: 'and "o"."state" = \'open\' and "o"."expiresAt" >',
    replace: 'and "o"."state" = \'accepted\' and "o"."expiresAt" >',
    tests: { sqlite: ['server/waitlist/earlier-slot.test.ts'] },
  },
  {
    name: 'waitlist: an offer made at night expires before the morning',
    file: 'server/waitlist/follow-change.ts',
    find: 'until: 8 * 60 }',
    replace: 'until: 0 }',
    tests: { sqlite: ['server/waitlist/offer-slot.test.ts'] },
  },
  {
    name: 'waitlist: a declined slot is not offered to the next request',
    file: 'server/waitlist/answer-offer.ts',
    find: '    await offerSlot(transaction, parts, free)\n',
    replace: '',
    tests: { sqlite: ['server/waitlist/earlier-slot.test.ts'] },
  },
  {
    name: 'waitlist: on PostgreSQL requests made at the same time are not counted together',
    file: 'server/db/migrations/0015-waitlist-rules.ts',
    find: ' for no key update of u;',
    replace: ';',
    tests: { postgres: ['server/waitlist/bounds.test.ts'] },
  },
  {
    name: 'waitlist: an offer accepts any token',
    file: 'server/waitlist/offer.ts',
    find: 'isLinkSigned(secrets, parts, mac),',
    replace: 'mac.length > 0,',
    tests: { sqlite: ['server/waitlist/earlier-slot.test.ts'] },
  },
  {
    name: 'waitlist: the newest request is offered a slot first',
    file: 'server/waitlist/queries.ts',
    find: "    .orderBy('w.createdAt')\n    .orderBy('w.id')\n    .select(['w.id', 'w.patient'",
    replace:
      "    .orderBy('w.createdAt', 'desc')\n    .orderBy('w.id')\n    .select(['w.id', 'w.patient'",
    tests: {
      sqlite: [
        'server/waitlist/earlier-slot.test.ts',
        'server/waitlist/waitlist-life.test.ts',
        'server/waitlist/offer-race.test.ts',
      ],
    },
  },
  {
    name: 'waitlist: a declined offer is mailed',
    file: 'server/notifications/deliver-mail.ts',
    find: '  where f."id" = o."offerId" and f."state" = \'open\'))`',
    replace: '  where f."id" = o."offerId"))`',
    tests: { sqlite: ['server/waitlist/earlier-slot.test.ts'] },
  },
  {
    name: 'waitlist: slots held for a removed account remain held',
    file: 'server/users/remove-user.ts',
    find: 'const days = await endRequestsOf(query, parts, { email: user.email })',
    replace: 'const days: Day[] = []',
    tests: { sqlite: ['server/waitlist/bounds.test.ts'] },
  },
  {
    name: 'waitlist: offers pause after three unanswered ones instead of two',
    file: 'server/waitlist/request.ts',
    find: 'export const mostUnanswered = 2',
    replace: 'export const mostUnanswered = 3',
    tests: { sqlite: ['server/waitlist/bounds.test.ts'] },
  },
  {
    name: 'waitlist: an unconfirmed account is offered slots',
    file: 'server/waitlist/queries.ts',
    find: '  and "u"."emailVerified" = true\n',
    replace: '',
    tests: { sqlite: ['server/waitlist/bounds.test.ts'] },
  },
]
