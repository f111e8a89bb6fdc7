import './second-line.css'
import { Link } from '@tanstack/react-router'

/** A list to look at, by its path and filter, or something to do, once. */
export type MessageAction = { label: string; to?: string; filter?: readonly string[]; run?: () => void }
type Props = { detail: string | undefined; actions: readonly MessageAction[]; onAct: (action: MessageAction) => void }

/**
 * Under a message: what it counts, where to look, and how to undo it (LIT-5). In the toast, and in the bell as long as
 * it is kept there.
 */
export function SecondLine({ detail, actions, onAct }: Props) {
  return (
    <span className="second-line">
      {detail ? <span>{detail}</span> : null}
      {actions.map((action) =>
        action.to ? (
          <Link
            key={action.label}
            to={action.to as string}
            search={{ filter: action.filter ?? [] } as never}
            onClick={() => onAct(action)}
          >
            {action.label}
          </Link>
        ) : (
          <button key={action.label} type="button" onClick={() => onAct(action)}>
            {action.label}
          </button>
        ),
      )}
    </span>
  )
}
