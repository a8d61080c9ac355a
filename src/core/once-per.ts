/** Works something out about an object once, and remembers it for as long as the object lives. */
export function oncePer<Of extends object, Found extends {}>(find: (of: Of) => Found): (of: Of) => Found {
  const known = new WeakMap<Of, Found>();
  return (of) => {
    const found = known.get(of) ?? find(of);
    known.set(of, found);
    return found;
  };
}
