import { Notifications } from '@mantine/notifications'

/**
 * At the bottom centre, between a list's count and its pager. On the right they would cover row actions, at the top the
 * page's buttons.
 */
export function Toasts() {
  return (
    <Notifications
      position="bottom-center"
      autoClose={3000}
      limit={3}
      containerWidth={360}
      zIndex={300}
      transitionDuration={140}
    />
  )
}
