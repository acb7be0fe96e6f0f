import { generateKeyPairSync, sign } from 'node:crypto'

/** An element of DER: a tag, a length, the bytes. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const bytes = Buffer.concat(parts)
  const { length } = bytes
  const long = length > 0xff ? [0x82, length >> 8, length & 0xff] : [0x81, length]
  return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : long)]), bytes])
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const utc = (at: Date) =>
  der(
    0x17,
    Buffer.from(
      `${at
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2)}`,
    ),
  )
/** ecdsa-with-SHA256, and commonName. */
const algorithm = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
const commonName = der(0x06, Buffer.from('550403', 'hex'))

/** A self-signed certificate, which no client trusts, and its key, both as PEM. */
export function makeCertificate(name: string, { from, until }: { from: Date; until: Date }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const holder = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))))
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    holder,
    sequence(utc(from), utc(until)),
    holder,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', signed, privateKey))
  const bytes = sequence(signed, algorithm, signature).toString('base64')
  const lines = bytes.match(/.{1,64}/g)?.join('\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
}
