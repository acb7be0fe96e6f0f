import {
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/** What every answer says to browsers, no matter who wrote it; an answer's own headers take their place. */
export function commonHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    // For whatever is no page of ours; pages bring their own.
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    // Links in mails carry one-time tokens; no other site may learn them.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    ...(publicUrl.startsWith('https://') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** Node's response with these headers on it; one merge where the head is written costs least. */
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
