import './second-line.css'
import { Link } from '@tanstack/react-router'

/** A list to open, by path and filter, or an action that can run once. */
export type MessageAction = { label: string; to?: string; filter?: readonly string[]; run?: () => void }
type Props = { detail: string | undefined; actions: readonly MessageAction[]; onAct: (action: MessageAction) => void }

/** The second line of a message: its details, links and undo (LIT-5). Shown in the toast and in the bell. */
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
