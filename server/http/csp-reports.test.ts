import { expect, test } from 'vitest'
import { openPortal } from '../testing/portal.ts'

const byUri = (directive: string) => ({
  'csp-report': {
    'document-uri': 'https://clinic.example/email-link/c-secret-token',
    'effective-directive': directive,
    'blocked-uri': 'inline',
  },
})
const byName = (...directives: string[]) =>
  directives.map((effectiveDirective) => ({
    type: 'csp-violation',
    url: 'https://clinic.example/email-link/c-secret-token',
    body: { effectiveDirective, sample: 'Vera has' },
  }))

async function openReporting(settings: Record<string, string> = {}) {
  const lines: string[] = []
  const portal = await openPortal({ settings, log: (line) => void lines.push(line) })
  const report = (body: unknown, type = 'application/csp-report') =>
    portal.app.request('/csp-reports', {
      method: 'POST',
      headers: { 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const counted = async () =>
    (await portal.deps.metrics.text())
      .split('\n')
      .filter((line) => line.startsWith('molar_content_refused_total'))
  return { report, counted, lines }
}

test('blocked content is counted by directive, with both reporting formats', async () => {
  const { report, counted, lines } = await openReporting()
  expect((await report(byUri('script-src-elem'))).status).toBe(204)
  const together = byName('script-src-elem', 'style-src-attr', 'made-up')
  expect((await report(together, 'application/reports+json')).status).toBe(204)
  expect(await counted()).toEqual([
    'molar_content_refused_total{directive="script-src-elem"} 2',
    'molar_content_refused_total{directive="style-src-attr"} 1',
    'molar_content_refused_total{directive="other"} 1',
  ])
  expect(lines.join()).not.toMatch(/secret-token|Vera/)
})

test('an invalid, oversized or rate-limited report is not counted', async () => {
  const { report, counted } = await openReporting({ RATE_LIMIT: 'on' })
  for (const body of ['', '[', '{}', '[{}]', '"script-src"']) {
    expect((await report(body)).status).toBe(400)
  }
  expect((await report(byName('x'.repeat(20_000)))).status).toBe(413)
  expect(await counted()).toEqual([])
  const statuses: number[] = []
  for (let sent = 0; sent < 40; sent += 1) {
    statuses.push((await report(byUri('img-src'))).status)
  }
  expect(statuses.filter((status) => status === 204).length).toBeLessThanOrEqual(30)
  expect(statuses.at(-1)).toBe(429)
  const [line = ''] = await counted()
  expect(Number(line.split(' ')[1])).toBe(statuses.filter((status) => status === 204).length)
})

test('at most twenty reports of a batch are counted', async () => {
  const { report, counted } = await openReporting()
  await report(byName(...Array<string>(50).fill('img-src')))
  expect(await counted()).toEqual(['molar_content_refused_total{directive="img-src"} 20'])
})
