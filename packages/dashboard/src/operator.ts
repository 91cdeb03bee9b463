const KEY = 'rutbreak-operator';

/** Who steps in, for the audit trail; asked once and kept in this browser. */
export function operatorName(): string {
  return localStorage.getItem(KEY) ?? 'operator';
}

export function setOperatorName(name: string): void {
  localStorage.setItem(KEY, name.trim().slice(0, 100) || 'operator');
}
