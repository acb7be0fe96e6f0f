import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
const gigabyte = 1024 ** 3

/** Whether the machine has some five times what a whole test run was seen to take there. */
function isRoomy(): boolean {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, process.availableMemory()) > 6 * gigabyte
}

/** Whether data of tests lies in memory. */
export const isInMemory = isRoomy()

/**
 * The folder below which tests make folders for data. In memory where there is room: to make a file, Linux (ext4 without
 * a journal) goes through all that were deleted within minutes. For data alone: programs may not run there.
 */
export const dataRoot = isInMemory ? memory : tmpdir()
