import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until something has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  // Not before it is there: a list that is still loading has nowhere to go.
  await expect(wanted).toHaveCount(1)
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(wanted).toBeFocused()
}

/** A dialog hears keys once the focus is in it, an instant after it is seen. */
export async function expectFocusIn(dialog: Locator): Promise<void> {
  const isInside = () => dialog.evaluate((one) => one.contains(document.activeElement))
  await expect.poll(isInside, { message: 'the focus is in the dialog' }).toBe(true)
}

/** Types into a text field as somebody without a mouse does. */
export async function typeInto(page: Page, label: string, value: string): Promise<void> {
  await tabTo(page, page.getByRole('textbox', { name: label }))
  await page.keyboard.type(value)
}
