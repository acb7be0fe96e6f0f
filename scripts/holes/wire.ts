import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Attack, median, tally } from './attack.ts'
import { freeSlots } from './booking.ts'
import { createCaller, owner, read, show, start } from './portal.ts'

/** Streams, expensive calls and odd input. */
export const wire: Attack[] = [
  {
    finding: '1.4',
    what: '60 HEADs of the live stream, then a GET',
    async run({ origin }) {
      const url = `${origin}/available/changes?date=2027-01-04`
      const heads = []
      for (let number = 0; number < 60; number += 1) {
        heads.push((await fetch(url, { method: 'HEAD' })).status)
      }
      const stop = new AbortController()
      const { status } = await fetch(url, { signal: stop.signal })
      stop.abort()
      return {
        answers: `HEAD ${[...new Set(heads)].join(', ')}; GET ${status}`,
        held: status === 200,
      }
    },
  },
  {
    finding: '1.5',
    what: '10 connections change a request to what nothing can suit, again and again',
    async run(portal) {
      const email = 'looper@patients.example'
      const looper = createCaller(portal)
      await looper.signUp({ email })
      const slots = await freeSlots(portal, 20)
      const [slot] = slots
      if (!slot) throw new Error('no slots')
      const until = new Date(Date.parse(`${slot.date}T12:00Z`) + 30 * 86_400_000)
      const suits = {
        ...{ from: slot.date, until: until.toISOString().slice(0, 10), phone: '' },
        ...{ weekdays: [0], fromMinute: 0, untilMinute: 1440 },
      }
      const anyDay = { ...suits, weekdays: [0, 1, 2, 3, 4, 5, 6] }
      const input = { ...anyDay, treatmentId: slot.treatmentId, appointment: null }
      const asked = await looper.call('POST', '/waitlist', input)
      const id = String(read(asked.body, '_id'))
      const time = async () => {
        const began = performance.now()
        await fetch(`${portal.origin}/available?date=${slot.date}`)
        return performance.now() - began
      }
      const atRest: number[] = []
      for (let number = 0; number < 100; number += 1) atRest.push(await time())
      let isOver = false
      const answers: { status: number; code: string }[] = []
      const loop = async () => {
        for (let turn = 0; turn < 40 && !isOver; turn += 1) {
          answers.push(await looper.call('PUT', `/waitlist/${id}`, suits))
        }
      }
      const loops = Promise.all(Array.from({ length: 10 }, loop))
      const attacked: number[] = []
      for (let number = 0; number < 100; number += 1) attacked.push(await time())
      isOver = true
      await loops
      const ratio = median(attacked) / median(atRest)
      return {
        answers: `asked ${show(asked)}; ${tally(answers)}; GET /available median ${median(atRest).toFixed(1)} ms at rest, ${median(attacked).toFixed(1)} ms meanwhile`,
        held: ratio < 20,
      }
    },
  },
  {
    finding: '1.15',
    what: 'NUL in a name, a phone, a message and a path',
    async run(portal) {
      const email = 'nul@patients.example'
      const person = createCaller(portal)
      await person.signUp({ email })
      const [slot] = await freeSlots(portal, 24)
      if (!slot) throw new Error('no slots')
      const nul = String.fromCharCode(0)
      const message = { email, subject: 'Hello', message: `a${nul}b` }
      const answers = [
        await createCaller(portal).signUp({ email: 'nul2@patients.example', name: `a${nul}b` }),
        await person.call('POST', '/booking', { ...slot, patient: email, phone: nul }),
        await person.call('POST', '/contact-messages', message),
        await person.call('GET', '/booking/%00'),
        await person.call('GET', '/available?date=7000-01-01'),
      ]
      return { answers: tally(answers), held: answers.every(({ status }) => status < 500) }
    },
  },
  {
    finding: '1.15',
    what: 'security headers of JSON and of an error',
    async run({ origin }) {
      const names = ['x-content-type-options', 'cross-origin-resource-policy', 'permissions-policy']
      const answers = await Promise.all(
        ['/service', '/nowhere-at-all.json', '/openapi.json'].map((path) => fetch(origin + path)),
      )
      const missing = answers.flatMap(({ url, headers }) =>
        names
          .filter((name) => !headers.has(name))
          .map((name) => `${new URL(url).pathname}: ${name}`),
      )
      return {
        answers: missing.join(', ') || `all of ${names.join(', ')}`,
        held: missing.length === 0,
      }
    },
  },
]

/** What the operator's machine exposes. */
export const operator: Attack[] = [
  {
    finding: '1.11',
    what: 'molar.db in a folder that others can read',
    async run({ dataDir, engine }) {
      const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
      const names = ['outbox', ...(engine === 'SQLite' ? ['molar.db', 'auth-secret'] : [])]
      const modes = names.map((name) => ({ name, of: mode(join(dataDir, name)) }))
      return {
        answers: modes.map(({ name, of }) => `${name} ${of}`).join(', '),
        held: modes.every(({ of }) => of.endsWith('00')),
      }
    },
  },
  {
    finding: '1.12',
    what: 'ADMIN_PASSWORD on stdout at the first start',
    async run(portal) {
      const isShown = portal.output().includes(owner.password)
      return { answers: isShown ? 'printed' : 'not printed', held: !isShown }
    },
  },
  {
    finding: '1.15',
    what: 'wrong settings that used to start',
    async run() {
      const live = {
        ...{ NODE_ENV: 'production', PUBLIC_URL: 'https://clinic.example', MAIL: 'eml' },
        ...{ PAYMENTS: 'off', AUTH_SECRET: 'q7Tz0mB4xV2sLd9wKf6hNc3jRy8pGa5e' },
      }
      const tries: Record<string, Record<string, string>> = {
        'NODE_ENV=prod': { NODE_ENV: 'prod' },
        'ADMIN_PASSWORD=123456': { ADMIN_PASSWORD: '123456' },
        'AUTH_SECRET of 32 a': { ...live, AUTH_SECRET: 'a'.repeat(32) },
        'SMS_API_BASE over http': {
          ...live,
          ...{ SMS_ACCOUNT: 'AC1', SMS_TOKEN: 't', SMS_FROM: '+17185550100' },
          SMS_API_BASE: 'http://sms.example',
        },
      }
      const answers = []
      for (const [name, settings] of Object.entries(tries)) {
        const running = await start({ DATA_DIR: '/dev/null/molar', ...settings })
        const line = running.output().trim().split('\n').at(-1) ?? ''
        answers.push({ name, line, isNamed: line.includes(name.split(/[= ]/)[0] ?? name) })
      }
      return {
        answers: answers.map(({ name, line }) => `${name}: ${line}`).join('; '),
        held: answers.every(({ isNamed }) => isNamed),
      }
    },
  },
]
