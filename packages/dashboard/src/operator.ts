const KEY = 'rutbreak-operator';

/** The name of the operator for the audit trail, stored in this browser. */
export function operatorName(): string {
  return localStorage.getItem(KEY) ?? 'operator';
}

export function setOperatorName(name: string): void {
  localStorage.setItem(KEY, name.trim().slice(0, 100) || 'operator');
}
