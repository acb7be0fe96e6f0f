/** Where the operator gave an address of a database: a setting, or an option of `molar move`. */
export type AddressName = 'DATABASE_URL' | 'DATABASE_OWNER_URL' | '--to' | '--owner'

/** Of the role that serves, and of the one that owns the tables. */
export type AddressNames = { url: AddressName; ownerUrl: AddressName }

export const settingNames: AddressNames = { url: 'DATABASE_URL', ownerUrl: 'DATABASE_OWNER_URL' }

export const addressForm =
  'must be an address such as postgres://user:password@host/database, with %23 for # in the password and so on'

/** `null` where it cannot be read. `pg` also takes a user and no host, which is then in the query. */
function parseAddress(address: string): URL | null {
  return URL.parse(address.replace('@/', '@localhost/'))
}

export function canParseAddress(address: string): boolean {
  return parseAddress(address) !== null
}

/** What an address names, without user and password; `null` where it cannot be read. A host may be a socket's folder. */
export function readAddress(address: string) {
  const url = parseAddress(address)
  if (!url) return null
  const { protocol, hostname, port, pathname, searchParams } = url
  const host = searchParams.get('host') ?? hostname.replace(/%2f/gi, '/')
  return { protocol, host, port: searchParams.get('port') ?? port, pathname, searchParams }
}

const noted = new WeakMap<Error, AddressName>()

/** An error of `act` is one of the database at this address. */
export async function atAddress<T>(name: AddressName, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Error && !noted.has(error)) noted.set(error, name)
    throw error
  }
}

/** Which address an error is of. */
export function addressOf(error: Error): AddressName {
  return noted.get(error) ?? 'DATABASE_URL'
}
