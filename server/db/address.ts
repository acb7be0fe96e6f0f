/** Where the operator gave an address of a database: a setting, or an option of `molar move`. */
export type AddressName = 'DATABASE_URL' | 'DATABASE_OWNER_URL' | '--to' | '--owner'

/** Of the role that serves, and of the one that owns the tables. */
export type AddressNames = { url: AddressName; ownerUrl: AddressName }

export const settingNames: AddressNames = { url: 'DATABASE_URL', ownerUrl: 'DATABASE_OWNER_URL' }

export const addressForm =
  'must be an address such as postgres://user:password@host/database, with %23 for # in the password and so on'

/** Whether it can be read. `pg` also takes a user and no host, which is then in the query. */
export function canParseAddress(address: string): boolean {
  return URL.canParse(address.replace('@/', '@localhost/'))
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
