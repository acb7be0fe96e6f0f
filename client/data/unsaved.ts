let forms = 0

/** Until the answer is called, a form holds something that is not saved, also while it is being sent. */
export function noteUnsaved(): () => void {
  forms += 1
  return () => {
    forms -= 1
  }
}

/** Whether the page, or a dialog over it, holds something that is not saved. */
export function isAnythingUnsaved(): boolean {
  return forms > 0
}
