export const notificationsPath = '/notifications'
export const notificationChoicesPath = '/profile/notifications'
