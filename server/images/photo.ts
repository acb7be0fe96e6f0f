/**
 * A doctor's photo as it is stored: the name of a picture in `images`, or the address that an outside
 * image host gave it. The origin of our own is not stored, so PUBLIC_URL may change.
 */
export type Photo = string

const ownPath = /^\/images\/([\w-]+\.webp)$/

/** What is stored of a photo's address, as `POST /images` answers it. */
export function photoAt(address: string, publicUrl: string): Photo {
  const isAbsolute = address.startsWith(`${publicUrl}/`)
  const name = ownPath.exec(isAbsolute ? address.slice(publicUrl.length) : address)?.[1]
  return name ?? address
}

/** A photo's address on the wire. A name has no slash, an address does. */
export function photoAddress(photo: Photo, publicUrl: string): string {
  return photo.includes('/') ? photo : `${publicUrl}/images/${photo}`
}
