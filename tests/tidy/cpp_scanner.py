"""Finds the functions of a C++ file with their length, nesting and parameters.

Reads well-formed, clang-formatted C++ without macros that hide braces: enough for budgets, no parser.
"""

import dataclasses
import re

TYPE_SCOPE = re.compile(r"\b(namespace|class|struct|union|enum|extern)\b")
CONTROL = re.compile(r"(case\b[^:]*:|default:|\w+:)?\s*(if|for|while|switch|do|else|try|catch)\b")
LITERAL = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|'
    r"(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'",
    re.DOTALL,
)


@dataclasses.dataclass
class Function:
    name: str
    line: int
    line_count: int
    nesting: int
    parameter_count: int


def blank(text):
    """The text with comments, literals and preprocessor lines replaced by blanks; line numbers stay."""
    text = LITERAL.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.MULTILINE)


def parameters(head):
    """Number of parameters in the parameter list of a function's head, and its name."""
    match = re.search(r"(~?[\w:]+|operator\s*\S+?)\s*\(", head)
    if not match:
        return 0, "?"
    depth, count, empty = 0, 1, True
    for char in head[match.end() :]:
        if char in "(<[{":
            depth += 1
        elif char in ")>]}":
            if depth == 0:
                break
            depth -= 1
        elif char == "," and depth == 0:
            count += 1
        if not char.isspace():
            empty = False
    return (0 if empty else count), match.group(1)


def kind_of(head, scopes):
    """What a brace opens: type, function, control, or other (initialiser, lambda, plain block)."""
    if any(s[0] == "function" for s in scopes):
        return "control" if CONTROL.match(head) else "other"
    if any(s[0] == "other" for s in scopes):
        return "other"
    before_parameters = head.split("(")[0]
    if TYPE_SCOPE.search(before_parameters) and "=" not in before_parameters:
        return "type"
    if "(" in head and not re.search(r"(^|[^=!<>])=\s*$", head) and "operator" not in head and "=" in before_parameters:
        return "other"
    return "function" if "(" in head else "other"


def functions(text):
    """All functions defined in the text, in order."""
    text = blank(text)
    found, scopes, head_start, paren_depth, line = [], [], 0, 0, 1
    for i, char in enumerate(text):
        if char == "\n":
            line += 1
        elif char in "()":
            paren_depth += 1 if char == "(" else -1
        elif char == ";" and paren_depth == 0:
            head_start = i + 1
        elif char == "{":
            # The formatter puts a blank before each brace that opens a body and none before an initialiser's.
            inline = not text[i - 1].isspace() or (paren_depth > 0 and "[" not in text[head_start:i])
            head = re.sub(r"^\s*(public|protected|private):", "", text[head_start:i]).strip()
            first_line = line - head.count("\n")
            kind = "inline" if inline else kind_of(head, scopes)
            scopes.append((kind, first_line, paren_depth))
            paren_depth = 0
            if kind == "function":
                count, name = parameters(re.sub(r"^(template\s*<.*?>\s*)+(?=[\w\[~])", "", head, flags=re.DOTALL))
                found.append(Function(name, first_line, 0, 0, count))
            elif kind == "control":
                found[-1].nesting = max(found[-1].nesting, sum(s[0] == "control" for s in scopes))
            if kind != "inline":
                head_start = i + 1
        elif char == "}" and scopes:
            kind, first_line, paren_depth = scopes.pop()
            if kind == "function":
                found[-1].line_count = line - first_line + 1
            if kind != "inline":
                head_start = i + 1
    return found
