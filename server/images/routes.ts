import type { Hono } from 'hono'
import type { Deps } from '../app.ts'
import type { Serve } from '../serve.ts'

export function imageRoutes(_app: Hono, _serve: Serve, _deps: Deps): void {}
