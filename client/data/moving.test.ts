import { expect, onTestFinished, test } from 'vitest'
import { movingHeader } from '../../contract/endpoint.ts'
import { noteMoving, onMoving } from './moving.ts'

const during = new Headers({ [movingHeader]: '1' })
const otherwise = new Headers()

test('the start and the end of a move to another server are each reported once', () => {
  const said: boolean[] = []
  onTestFinished(onMoving((isMoving) => said.push(isMoving)))
  for (const headers of [otherwise, during, during, otherwise, otherwise]) noteMoving(headers)
  expect(said).toEqual([true, false])
})
