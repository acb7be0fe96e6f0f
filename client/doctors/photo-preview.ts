/** Pixels a side; the screen shows half as many, sharp on a fine one. */
const side = 224

/**
 * A small square of a picture's middle, as the server will crop it, as a data address: the pages
 * forbid blob addresses. `null` where the browser cannot read it.
 */
export async function previewOf(file: Blob): Promise<string | null> {
  try {
    const picture = await createImageBitmap(file)
    const canvas = document.createElement('canvas')
    canvas.width = side
    canvas.height = side
    const crop = Math.min(picture.width, picture.height)
    const left = (picture.width - crop) / 2
    const top = (picture.height - crop) / 2
    canvas.getContext('2d')?.drawImage(picture, left, top, crop, crop, 0, 0, side, side)
    picture.close()
    return canvas.toDataURL('image/webp', 0.85)
  } catch {
    return null
  }
}
