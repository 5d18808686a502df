"""Recomputes every digest of b10x.tool-snapshot.v1 files. The format: tool-snapshot.md. Standard library only.

    python3 read_snapshot.py FILE...        exit 0, or 1 with a line per fault on standard error
    python3 read_snapshot.py --canonical    writes the canonical form of each line of standard input
"""
import collections, hashlib, json, pathlib, re, sys

NUMBER = re.compile(r"(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?", re.ASCII)
SNAPSHOT_MEMBERS = set("format era protocolVersion endpoint authorization server capabilities instructions tools digest".split())
TOOL_MEMBERS = {"name", "digest", "status", "descriptor"}

Number = collections.namedtuple("Number", "digits")  # normalised: no number ever becomes a float

def read_number(token):
    sign, whole, fraction, exponent = NUMBER.fullmatch(token).groups(default="")
    digits = (whole + fraction).lstrip("0")
    point = len(digits) - len(fraction) + int(exponent or "0")  # the value is 0.digits * 10 ** point
    digits = digits.rstrip("0")
    if digits == "": text = "0"
    elif 0 < point <= 21: text = digits.ljust(point, "0") if len(digits) <= point else f"{digits[:point]}.{digits[point:]}"
    elif -6 < point <= 0: text = f"0.{'0' * -point}{digits}"
    else: text = f"{digits[0]}{'.' if digits[1:] else ''}{digits[1:]}e{point - 1:+d}"
    if max(len(token), len(text) + len(sign)) > 1024: raise ValueError("a number is too long")
    return Number(text if digits == "" else sign + text)

def read_object(members):
    if len(dict(members)) < len(members): raise ValueError("a member stands twice")
    return dict(members)

def refuse(constant):
    raise ValueError(f"{constant} is not JSON")

def read_json(text):
    return json.loads(text, object_pairs_hook=read_object, parse_int=read_number, parse_float=read_number, parse_constant=refuse)

def canonical(value):
    """The canonical form as UTF-8; a lone surrogate is six characters of ASCII."""
    if isinstance(value, Number): return value.digits.encode()
    if isinstance(value, list): return b"[" + b",".join(map(canonical, value)) + b"]"
    if not isinstance(value, dict): return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace")
    names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
    return b"{" + b",".join(canonical(name) + b":" + canonical(value[name]) for name in names) + b"}"

def find_faults(snapshot):
    if snapshot["format"] != "b10x.tool-snapshot.v1": raise ValueError("another format")
    if set(snapshot) != SNAPSHOT_MEMBERS: yield "has a member too many or too few"
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", snapshot["protocolVersion"], re.ASCII): yield "has no protocol revision"
    content = b"b10x.tool-snapshot.v1\0" + snapshot["protocolVersion"].encode() + b"\0"
    last = None
    for tool in snapshot["tools"]:
        descriptor = tool["descriptor"]
        name = descriptor.get("name") if isinstance(descriptor, dict) else None
        if not isinstance(name, str): name = None
        digest = hashlib.sha256(b"b10x.tool.v1\0" + canonical(descriptor))
        if set(tool) != TOOL_MEMBERS: yield f"tool {tool['name']!a} has a member too many or too few"
        if (tool["name"], tool["digest"]) != (name, "sha256:" + digest.hexdigest()): yield f"tool {tool['name']!a} was edited"
        key = canonical(name)[1:-1] if name is not None else b""
        content += (0xFFFFFFFF if name is None else len(key)).to_bytes(4, "big") + key + digest.digest()
        place = (0, key) if name is not None else (1, digest.digest())
        if last is not None and (place < last or place == last and name is not None): yield f"tool {tool['name']!a} is out of order"
        last = place
    if snapshot["digest"] != "sha256:" + hashlib.sha256(content).hexdigest(): yield "the list was edited"

def main(arguments):
    sys.setrecursionlimit(10_000)
    if arguments == ["--canonical"]:
        for line in sys.stdin.buffer: sys.stdout.buffer.write(canonical(read_json(line.decode("utf-8"))) + b"\n")
        return 0
    failed = not arguments
    for file in arguments:
        try:
            faults = list(find_faults(read_json(pathlib.Path(file).read_bytes().decode("utf-8"))))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            faults = [f"is no snapshot: {type(error).__name__}: {error}"]
        for fault in faults: print(f"{file}: {fault}", file=sys.stderr)
        failed = failed or faults != []
    return 1 if failed else 0

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
