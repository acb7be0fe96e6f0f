import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until an element has the focus, as a keyboard user does. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  // Waits until it exists: a loading list has no focusable items.
  await expect(wanted).toHaveCount(1)
  // Finding it by its role costs more than a press: again only after it was replaced.
  let element = await wanted.elementHandle()
  for (let presses = 0; presses < 60; presses += 1) {
    const found = await element?.evaluate((one) => {
      return { isFocused: one === document.activeElement, isThere: one.isConnected }
    })
    if (found?.isFocused) return
    if (!found?.isThere) element = await wanted.elementHandle()
    await page.keyboard.press('Tab')
  }
  await expect(wanted).toBeFocused()
}

/** A dialog receives keys once it has the focus, an instant after it is visible. */
export async function expectFocusIn(dialog: Locator): Promise<void> {
  const isInside = () => dialog.evaluate((one) => one.contains(document.activeElement))
  await expect.poll(isInside, { message: 'the focus is in the dialog' }).toBe(true)
}

/** Types into a text field as a keyboard user does. */
export async function typeInto(page: Page, label: string, value: string): Promise<void> {
  await tabTo(page, page.getByRole('textbox', { name: label }))
  await page.keyboard.type(value)
}
