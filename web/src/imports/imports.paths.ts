export const importsPath = '/imports'
