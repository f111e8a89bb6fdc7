import { lazy } from 'react'
import { WhenFirst } from '../ui/WhenFirst.tsx'
import type { BulkKind, Chosen } from './chosen-cards.ts'

const AssignDialog = lazy(() => import('./AssignDialog.tsx').then((module) => ({ default: module.AssignDialog })))
const StatusDialog = lazy(() => import('./StatusDialog.tsx').then((module) => ({ default: module.StatusDialog })))

export type Asked = { kind: BulkKind; chosen: Chosen }
type Props = { asked: Asked | null; isOpen: boolean; onClose: () => void; onDone: () => void }

/** The question that a bulk action asks first. What was asked stays while its dialog fades. */
export function BulkDialogs({ asked, isOpen, onClose, onDone }: Props) {
  if (!asked) return null
  const { kind, chosen } = asked
  const shared = { opened: isOpen, chosen, onClose, onDone }
  return (
    <WhenFirst asked>
      {kind === 'assign' ? <AssignDialog {...shared} /> : <StatusDialog key={kind} to={kind} {...shared} />}
    </WhenFirst>
  )
}
