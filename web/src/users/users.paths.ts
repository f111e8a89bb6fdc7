export const usersPath = '/user'
