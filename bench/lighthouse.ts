import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { chromiumArgs, chromiumPath } from '../scripts/chromium.ts'
import { startPortal } from './child.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const runs = 4

/** Of 100; `cls` as it is measured. */
type Scores = Record<string, number>

/** The home page on Lighthouse's phone: four runs by each way of slowing it down; all of them where they differ. */
export async function measureLighthouse(): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'molar-bench-'))
  const portal = await startPortal(dataDir)
  const lines = []
  for (const throttlingMethod of ['simulate', 'devtools'] as const) {
    const seen: Scores[] = []
    for (let run = 0; run < runs; run += 1) seen.push(await audit(portal.origin, throttlingMethod))
    const of = (name: string) =>
      [...new Set(seen.map((scores) => scores[name] ?? Number.NaN))].join(' ')
    const scores = [...categories, 'cls'].map((name) => `${name} ${of(name)}`).join(', ')
    lines.push(`/ mobile, ${throttlingMethod}, ${runs} runs: ${scores}`)
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
    for (const name of categories)
      scores[name] = Math.round((report?.categories[name]?.score ?? 0) * 100)
    const shift = report?.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN
    scores.cls = Number(shift.toFixed(3))
    return scores
  } finally {
    chrome.kill()
  }
}
