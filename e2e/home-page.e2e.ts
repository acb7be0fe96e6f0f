import type { Request } from '@playwright/test'
import { holdUntilPainted, shiftOf, watchShifts } from './setup/shifts.ts'
import { expect, test } from './setup/test.ts'

/** Specification section 1, in the order of the page. */
const texts = [
  'Your New Smile Starts Here',
  'Get Started',
  'Opening Hours',
  'Visit our location',
  'Brooklyn',
  'Contact us now',
  'OUR SERVICES',
  'Services We Provide',
  'Fluoride Treatment',
  'Cavity Filling',
  'Teeth Whitening',
  'Exceptional Dental Care, on Your Terms',
  'Make an appointment Today',
  'Testimonial',
  'What Our Patients Says',
  'Contact Us',
  'Stay connected with us',
  'Email address',
  'Subject',
  'Message',
  'Submit',
  'Emergency',
  'Monthly',
  'Weekly',
  'Deep Checkup',
  'Fluoride Treatment',
  'Cavity Filling',
  'Teeth Whitening',
  'Brooklyn',
]

function expectInOrder(text: string, parts: string[]): void {
  let place = 0
  for (const part of parts) {
    const found = text.indexOf(part, place)
    expect(found, `'${part}' after '${text.slice(Math.max(0, place - 40), place)}'`).not.toBe(-1)
    place = found + part.length
  }
}

test('sections and texts follow the order of the specification, and testimonials are in columns; the performance of a page is reported to the metrics when the page is left', async ({
  page,
  request,
}) => {
  for (const path of ['/', '/home']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your New Smile Starts Here')
    // The year of the browser's zone.
    const copyright = `Copyright ${await page.evaluate(() => new Date().getFullYear())}`
    await expect(page.getByRole('contentinfo')).toContainText(copyright)
    expectInOrder((await page.locator('body').textContent()) ?? '', [...texts, copyright])
    await expect(page.getByRole('figure')).toHaveCount(3)
  }
  const main = page.getByRole('main')
  const service = main.getByRole('link', { name: 'Teeth Whitening', exact: true })
  await expect(service).toHaveAttribute('href', '/appointment?service=Teeth%20Whitening')
  const figures = page.getByRole('figure')
  for (const [width, columns] of [
    [375, 1],
    [768, 2],
    [1440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(async () => {
        const boxes = await Promise.all((await figures.all()).map((one) => one.boundingBox()))
        return new Set(boxes.map((box) => box && Math.round(box.x))).size
      })
      .toBe(columns)
  }

  await expect(async () => {
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).click()
    await page.goto('/about')
    const metrics = await (await request.get('/metrics')).text()
    expect(metrics).toMatch(/^molar_page_seconds_count\{.*TTFB.*\} [1-9]/m)
    expect(metrics).toMatch(/^molar_page_layout_shift_count.* [1-9]/m)
  }).toPass()
})

test('the home page does not shift on load and scroll, fetches no styles again, and its heading is rendered in the preloaded font', async ({
  page,
}) => {
  // The heading's text must not wrap again.
  await holdUntilPainted(page, '**/*.woff2')
  await watchShifts(page.context())
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto('/', { waitUntil: 'networkidle' })
  const inlined = await page
    .locator('link[rel=stylesheet][disabled]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))
  expect(inlined.length).toBeGreaterThan(0)
  expect(requested.filter((url) => inlined.includes(url))).toEqual([])
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByRole('contentinfo')).toBeInViewport()
  const pictures = page.locator('main img')
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete)).toBe(true)
  }
  expect(await shiftOf(page)).toBeLessThanOrEqual(0.01)
  expect(await page.evaluate(headingIsInItsFace)).toBe(true)
})

/** Runs in the page: whether the heading is rendered in the preloaded font. */
async function headingIsInItsFace() {
  const source = document.querySelector<HTMLLinkElement>('link[rel=preload][as=font]')?.href
  const face = await new FontFace('Final', `url("${source}")`, { weight: '400 650' }).load()
  document.fonts.add(face)
  const heading = document.querySelector('h1')
  const canvas = document.createElement('canvas').getContext('2d')
  if (!heading || !canvas) throw new Error('There is no heading, or nothing to measure it with')
  const { fontWeight, fontFamily } = getComputedStyle(heading)
  const widthIn = (family: string) => {
    canvas.font = `${fontWeight} 100px ${family}`
    return canvas.measureText(heading.textContent).width
  }
  return widthIn(fontFamily) === widthIn('Final')
}

test('the navigation stays where it is when the heading font arrives', async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/about', { waitUntil: 'domcontentloaded' })
  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' })
  const hasFace = () => page.evaluate(() => document.fonts.check('600 20px Fraunces'))
  await expect(home).toBeVisible()
  expect(await hasFace()).toBe(false)
  const before = await home.boundingBox()
  release()
  await expect.poll(hasFace).toBe(true)
  const after = await home.boundingBox()
  expect(Math.abs((after?.x ?? 0) - (before?.x ?? Infinity))).toBeLessThanOrEqual(2)
})

test('the first visible picture is requested before the scripts, which wait for what is visible', async ({
  request,
}) => {
  const html = await (await request.get('/')).text()
  const preloads = [...html.matchAll(/<link rel="(?:module)?preload" [^>]*>/g)].map(([tag]) => tag)
  const picture = preloads.findIndex((tag) => tag.includes('as="image"'))
  expect(preloads[picture]).toContain('/assets/patient-')
  expect(picture).toBeLessThan(preloads.findIndex((tag) => tag.includes('modulepreload')))
  const scripts = preloads.filter((tag) => tag.includes('modulepreload'))
  expect(scripts.filter((tag) => !tag.includes('fetchpriority="low"'))).toEqual([])
})

test('a page behind the sign-in names in its HTML each script that it needs before it asks for its data', async ({
  page,
  patient,
}) => {
  const data = { '/dashboard': '/booking', '/appointment': '/available' }
  for (const [path, call] of Object.entries(data)) {
    const html = await (await page.request.get(path)).text()
    const asked: string[] = []
    const note = (request: Request) => asked.push(new URL(request.url()).pathname)
    page.on('request', note)
    await page.goto(path, { waitUntil: 'commit' })
    await expect.poll(() => asked, patient.email).toContain(call)
    page.off('request', note)
    const before = asked.slice(0, asked.indexOf(call)).filter((one) => one.endsWith('.js'))
    expect(before.length, path).toBeGreaterThan(5)
    // No data waits for the messages, nor for what measures the page.
    const needed = before.filter((one) => !/(toaster|report-vitals)-/.test(one))
    expect(
      needed.filter((one) => !html.includes(one)),
      path,
    ).toEqual([])
  }
})
