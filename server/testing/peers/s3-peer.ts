import S3rver from '@20minutes/s3rver'
import { S3mini } from 's3mini'
import { onTestFinished } from 'vitest'
import { makeFolder } from '../database/database.ts'

/** An S3 server that checks signatures, on loopback, with the bucket `clinic`. */
export async function startS3Peer() {
  const server = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory: makeFolder() },
    configureBuckets: [{ name: 'clinic' }],
  })
  const { port } = await server.run()
  onTestFinished(() => server.close())
  const endpoint = `http://127.0.0.1:${port}`
  const settings = { endpoint, region: 'us-east-1', keyId: 'S3RVER', secret: 'S3RVER' }
  /** Puts something there under a name. */
  const put = (name: string) =>
    new S3mini({
      accessKeyId: settings.keyId,
      secretAccessKey: settings.secret,
      region: settings.region,
      endpoint: `${endpoint}/clinic`,
    }).putObject(name, 'a backup')
  return { port, settings, put }
}
