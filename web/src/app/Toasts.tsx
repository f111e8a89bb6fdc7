import { Notifications } from '@mantine/notifications'

/**
 * In the middle at the bottom, between a list's report and its pager: at the right they would cover what can be done
 * with a row, on top the page's own buttons.
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
