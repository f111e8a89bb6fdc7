import { IconArrowLeft, IconArrowRight, IconCheck } from '@tabler/icons-react'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { customersPath, setupPath } from '../customers.paths.ts'
import { type SetupStep, setupSteps } from './setup.rules.ts'

/** The ways to the step before and the one after. Nothing has to be filled in to go on. */
export function Ways({ id, step }: { id: number; step: SetupStep }) {
  const at = setupSteps.indexOf(step)
  const [before, after] = [setupSteps[at - 1], setupSteps[at + 1]]
  return (
    <>
      {before ? (
        <LinkButton to={setupPath(id)} search={{ step: before }} icon={IconArrowLeft} label="Previous step" />
      ) : null}
      {after ? (
        <LinkButton to={setupPath(id)} search={{ step: after }} icon={IconArrowRight} label="Next step" />
      ) : (
        <LinkButton to={`${customersPath}/${id}/view`} icon={IconCheck} label="Finish" />
      )}
    </>
  )
}
