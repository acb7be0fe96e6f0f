import { expect, onTestFinished, test } from 'vitest'
import { movingHeader } from '../../contract/endpoint.ts'
import { noteMoving, onMoving } from './moving.ts'

const during = new Headers({ [movingHeader]: '1' })
const otherwise = new Headers()

test('the move of the data is reported once when it begins and once when it ends', () => {
  const said: boolean[] = []
  onTestFinished(onMoving((isMoving) => said.push(isMoving)))
  for (const headers of [otherwise, during, during, otherwise, otherwise]) noteMoving(headers)
  expect(said).toEqual([true, false])
})
