import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { chromiumArgs, chromiumPath } from '../scripts/chromium.ts'
import { startPortal } from './child.ts'
import { median } from './median.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const runs = 3

/** Of 100; `cls` as it is measured. */
type Scores = Record<string, number>

/** The home page on Lighthouse's phone: three runs by each way of slowing it down. */
export async function measureLighthouse(): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'molar-bench-'))
  const portal = await startPortal(dataDir)
  const lines = []
  for (const throttlingMethod of ['simulate', 'devtools'] as const) {
    const seen: Scores[] = []
    for (let run = 0; run < runs; run += 1) seen.push(await audit(portal.origin, throttlingMethod))
    const of = (name: string) => median(seen.map((scores) => scores[name] ?? Number.NaN))
    const scores = categories.map((name) => `${name} ${of(name)}`).join(', ')
    lines.push(`/ mobile, ${throttlingMethod}: ${scores}, CLS ${of('cls').toFixed(3)}`)
  }
  await portal.stop()
  rmSync(dataDir, { recursive: true })
  return lines
}

async function audit(url: string, throttlingMethod: 'simulate' | 'devtools') {
  const chrome = await launch({
    chromePath: await chromiumPath(),
    chromeFlags: ['--headless=new', ...chromiumArgs],
  })
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      onlyCategories: categories,
      throttlingMethod,
    })
    const report = result?.lhr
    const scores: Scores = {}
    for (const name of categories) scores[name] = (report?.categories[name]?.score ?? 0) * 100
    scores.cls = Number(report?.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN)
    return scores
  } finally {
    chrome.kill()
  }
}
