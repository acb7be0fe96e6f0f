import type { Context, Hono } from 'hono'
import { fail, failureResponse } from './errors.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Answers requests that no route took: 405 where the address takes other methods, else 404. */
export function answerUnknown(app: Hono, send404: (http: Context) => Response | Promise<Response>) {
  return (http: Context) => {
    const allowed = methods.filter((method) => takes(app, method, http.req.path))
    const method = http.req.method === 'HEAD' ? 'GET' : http.req.method
    if (allowed.length === 0 || allowed.some((one) => one === method)) return send404(http)
    const response = failureResponse(fail('method_not_allowed'))
    response.headers.set(
      'allow',
      [...(allowed[0] === 'GET' ? ['HEAD'] : []), ...allowed].join(', '),
    )
    return response
  }
}

/** Middleware matches every address and answers none. */
function takes(app: Hono, method: string, path: string): boolean {
  const [handlers] = app.router.match(method, path)
  return handlers.some(([[, route]]) => route.path !== '/*')
}

export function answerNotFound(): Response {
  return failureResponse(fail('not_found'))
}
