import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'
import type { Config } from '../config.ts'

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/** Device features that our pages never use; passkeys are used only by our own pages. */
const permissions = [
  ...[
    'accelerometer',
    'autoplay',
    'camera',
    'display-capture',
    'encrypted-media',
    'fullscreen',
    'gamepad',
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
    'picture-in-picture',
    'screen-wake-lock',
    'serial',
    'storage-access',
    'usb',
    'window-management',
    'xr-spatial-tracking',
  ].map((feature) => `${feature}=()`),
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
].join(', ')

const yearOfHttps = 'max-age=31536000'

/** The headers of every answer; an answer's own headers override them. */
export function commonHeaders({
  publicUrl,
  hstsSubdomains,
}: Pick<Config, 'publicUrl' | 'hstsSubdomains'>): Record<string, string> {
  const isSecure = publicUrl.startsWith('https://')
  return {
    // Cacheable answers override this: pages, files, photos.
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // For answers that are not pages; pages bring their own.
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    // Other sites do not learn which page a visitor came from.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissions,
    ...(isSecure && {
      'strict-transport-security': `${yearOfHttps}${hstsSubdomains ? '; includeSubDomains' : ''}`,
    }),
  }
}

/** Node's response with these headers added; one merge where the head is written costs least. */
export function responseWith(common: Record<string, string>): typeof ServerResponse {
  return class<From extends IncomingMessage> extends ServerResponse<From> {
    override writeHead(status: number, message?: string, headers?: Headers): this
    override writeHead(status: number, headers?: Headers): this
    override writeHead(status: number, message?: string | Headers, headers?: Headers): this {
      const own = typeof message === 'string' ? headers : message
      const all = Array.isArray(own) ? own : { ...common, ...own }
      return typeof message === 'string'
        ? super.writeHead(status, message, all)
        : super.writeHead(status, all)
    }
  }
}
